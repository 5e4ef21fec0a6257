// A complaint by its id or reference. This is the place of the page that is to come.
import { useParams } from "wouter";

import { Bones } from "../../parts/Notice";
import { useTitle } from "../../shell/title";

export default function Complaint() {
  const { id } = useParams<{ id: string }>();
  useTitle(id);
  return <div className="complaint"><Bones lines={8} /></div>;
}
