// A table of a report as a CSV file (RFC 4180), which no spreadsheet runs as a formula.

const cell = (text: string): string => {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

export function saveTable(name: string, head: string[], rows: string[][]): void {
  const text = [head, ...rows].map((row) => row.map(cell).join(",")).join("\r\n");
  const url = URL.createObjectURL(new Blob(["\ufeff", text, "\r\n"], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `${name.toLowerCase()}.csv`;
  link.click();
  URL.revokeObjectURL(url);
}
