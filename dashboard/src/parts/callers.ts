// People who call: how they are called, and the address of their complaints, also of those that ended.
interface Caller {
  name: string;
  phone: string;
  email: string;
  user?: { id: string } | null; // an account
}

export const callerText = ({ name, phone, email }: Caller): string =>
  [name, phone || email].filter(Boolean).join(" · ");

export const callerComplaints = ({ name, phone, email, user }: Caller): string =>
  `/complaints?reporter=${encodeURIComponent(user?.id ?? `~${(phone || email || name).replaceAll(",", " ")}`)}&sort=age`;
