/** The charset that an XML text says it is in, by the first bytes of it; null when it says none. */
export function declaredXmlCharset(head: Uint8Array): string | null {
  return (
    /^[\s\ufeffï»¿]*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(
      new TextDecoder('latin1').decode(head.subarray(0, 400)),
    )?.[1] ?? null
  );
}
