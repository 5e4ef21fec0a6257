// Time zones by the names that they have today. Browsers list some of them by names that were given up.
const renamed: Record<string, string> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Catamarca": "America/Argentina/Catamarca",
  "America/Cordoba": "America/Argentina/Cordoba",
  "America/Jujuy": "America/Argentina/Jujuy",
  "America/Mendoza": "America/Argentina/Mendoza",
  "America/Coral_Harbour": "America/Atikokan",
  "America/Godthab": "America/Nuuk",
  "America/Indianapolis": "America/Indiana/Indianapolis",
  "America/Louisville": "America/Kentucky/Louisville",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};

// zoneToday returns the name that a time zone has today, unless this browser does not know it.
export function zoneToday(zone: string): string {
  const name = renamed[zone];
  if (!name) return zone;
  try {
    Intl.DateTimeFormat("en", { timeZone: name });
    return name;
  } catch {
    return zone;
  }
}

// timeZones returns all time zones by name, UTC and some others first.
export const timeZones = (...first: string[]): string[] => [
  ...new Set(["UTC", ...first.map(zoneToday), ...Intl.supportedValuesOf("timeZone").map(zoneToday).toSorted()]),
];
