/** Text of a record that is no URL: names of queues, reasons, marks. */
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** As bytes, cut where it is longer than it may be. */
export function encodeText(value: string, most: number): Uint8Array {
  const bytes = encoder.encode(value);
  return bytes.length <= most ? bytes : bytes.subarray(0, most);
}

export function readText(bytes: Uint8Array, from: number, length: number): string {
  return decoder.decode(bytes.subarray(from, from + length));
}
