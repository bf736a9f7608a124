/** Texts copied into arrays of their code units. */

/**
 * A function that copies a text to the beginning of `units`, which has room for it. Node does it at the speed of memory; elsewhere it is
 * done one by one.
 */
export function unitsWriter(units: Uint16Array): (text: string) => void {
  if (typeof Buffer === 'undefined')
    return (text) => {
      for (let i = 0; i < text.length; i++) units[i] = text.charCodeAt(i);
    };
  const bytes = Buffer.from(units.buffer, units.byteOffset, units.byteLength);
  return (text) => {
    bytes.write(text, 0, 'utf16le');
  };
}
