/** A file name that cannot leave the header or the folder (RFC 6266). */
export function attachment(name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/[^\w.-]+/g, '-')
    .slice(-100);
  const full = encodeURIComponent(name.slice(-100).replace(/[\ud800-\udfff]/g, '-')).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`;
}
