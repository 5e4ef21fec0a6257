// The address with which somebody last signed in on this device.
const key = "redress-address";

export const lastAddress = (): string => localStorage.getItem(key) ?? "";
export const rememberAddress = (address: string): void => localStorage.setItem(key, address);
