// The address with which somebody last signed in on this device.
import { onDevice } from "../../lib/storage";

const key = "redress-address";

export const lastAddress = (): string => onDevice.get(key) ?? "";
export const rememberAddress = (address: string): void => onDevice.set(key, address);
