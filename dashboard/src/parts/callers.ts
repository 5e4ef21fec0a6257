// People without an account: how they are called, and the address of their complaints, also of those that ended.
interface Caller {
  name: string;
  phone: string;
  email: string;
}

export const callerText = ({ name, phone, email }: Caller): string =>
  [name, phone || email].filter(Boolean).join(" · ");

export const callerComplaints = ({ name, phone, email }: Caller): string =>
  `/complaints?reporter=${encodeURIComponent(`~${(phone || email || name).replaceAll(",", " ")}`)}&sort=age`;
