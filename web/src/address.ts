/**
 * What is shown is in the address, so that it can be kept and sent. An address is read into plain data here and written back; nothing
 * else builds paths.
 */
export const VIEWS = ['busca', 'tempo', 'concordancia', 'mapa', 'entidades', 'dossies', 'coletas'] as const;
export type View = (typeof VIEWS)[number] | 'pagina' | 'nada';

export interface Address {
  readonly view: View;
  /** Name of the collection, or of several with commas between them; '' for the first one there is. */
  readonly collection: string;
  /** Of a page. */
  readonly id: number | null;
  /** Everything else, without empty values. */
  readonly params: Readonly<Record<string, string>>;
}

export function readAddress(pathname: string, search: string): Address {
  const parts = pathname.split('/').filter(Boolean).map(decoded);
  const params: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(search)) if (value !== '') params[name] = value;
  const { c = '', ...rest } = params;
  if (parts.length === 0) return { view: 'busca', collection: c, id: null, params: rest };
  if (parts[0] === 'pagina' && parts.length === 3 && /^\d{1,15}$/.test(parts[2]!))
    return { view: 'pagina', collection: parts[1]!, id: Number(parts[2]), params: rest };
  const view = VIEWS.find((name) => name === parts[0]);
  if (view === undefined || parts.length > 1) return { view: 'nada', collection: c, id: null, params: rest };
  return { view, collection: c, id: null, params: rest };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function writeAddress(address: Address): string {
  const query = new URLSearchParams();
  if (address.view !== 'pagina' && address.collection) query.set('c', address.collection);
  for (const [name, value] of Object.entries(address.params)) if (value !== '') query.set(name, value);
  const path =
    address.view === 'pagina'
      ? `pagina/${encodeURIComponent(address.collection)}/${address.id}`
      : address.view;
  // A comma needs no escape, and names are read more easily without.
  const text = query.toString().replaceAll('%2C', ',');
  return `/${path}${text ? `?${text}` : ''}`;
}

export function viewAddress(
  view: View,
  collection: string,
  params: Readonly<Record<string, string | null | undefined>> = {},
): string {
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(params)) if (value) given[name] = value;
  return writeAddress({ view, collection, id: null, params: given });
}

export function pageAddress(
  collection: string,
  id: number,
  params: Readonly<Record<string, string>> = {},
): string {
  return writeAddress({ view: 'pagina', collection, id, params });
}

/** The same place with some parameters changed; an empty value takes one out. */
export function changedAddress(address: Address, change: Readonly<Record<string, string | null>>): string {
  const params: Record<string, string> = { ...address.params };
  for (const [name, value] of Object.entries(change)) {
    if (value === null || value === '') delete params[name];
    else params[name] = value;
  }
  return writeAddress({ ...address, params });
}

/** The token of `tarrafa serve` stands in the first address only: it is taken out before anything can copy it. */
export function takeToken(search: string): { readonly token: string | null; readonly search: string } {
  const query = new URLSearchParams(search);
  const token = query.get('token');
  query.delete('token');
  const rest = query.toString();
  return { token: token || null, search: rest ? `?${rest}` : '' };
}
