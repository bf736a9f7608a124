/** The part of an address made from a title: `Ponte é reaberta` → `ponte-e-reaberta`. */
export function slug(text: string, longest = 80): string {
  const plain = text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  if (plain.length <= longest) return plain;
  const cut = plain.slice(0, longest);
  return cut.slice(0, Math.max(cut.lastIndexOf('-'), 1));
}
