// What is written down for a report, kept on this device until it was sent.
import { useDraft } from "../../data/session/drafts";

export interface Position {
  latitude: number;
  longitude: number;
  accuracy: number; // in metres; 0 if it was set on the map
}

export interface Draft {
  title: string;
  description: string;
  address: string;
  key: string; // stays the same until the report was sent
  category: string;
  zone: string;
  position: string; // a Position in JSON
}

export type Change = (part: Partial<Draft>) => void;

export const positionOf = (stored: string): Position | undefined =>
  stored ? (JSON.parse(stored) as Position) : undefined;

const blank: Draft = { title: "", description: "", address: "", key: "", category: "", zone: "", position: "" };

export function useReportDraft(): { draft: Draft; change: Change; clear: () => void } {
  const [title, setTitle] = useDraft("report:title");
  const [description, setDescription] = useDraft("report:description");
  const [address, setAddress] = useDraft("report:address");
  const [key, setKey] = useDraft("report:key");
  const [category, setCategory] = useDraft("report:category");
  const [zone, setZone] = useDraft("report:zone");
  const [position, setPosition] = useDraft("report:position");
  const setters = {
    title: setTitle,
    description: setDescription,
    address: setAddress,
    key: setKey,
    category: setCategory,
    zone: setZone,
    position: setPosition,
  };
  const change: Change = (part) => {
    for (const [name, text] of Object.entries(part)) setters[name as keyof Draft](text);
  };
  return {
    draft: { title, description, address, key, category, zone, position },
    change,
    clear: () => change(blank),
  };
}
