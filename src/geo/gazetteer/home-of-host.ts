/**
 * The place that a site is of, by its address alone: councils, town halls and public services of Brazil and Portugal are called after their town, in a few
 * ways that registries keep (`taquari.rs.leg.br`, `camarataquari.com.br`, `cm-lisboa.pt`, `jf-cabacos.pt`). Other sites are of no place.
 */
import { foldWords } from '../../text/index.ts';
import type { Gazetteer } from './gazetteer.ts';

/** What public bodies put before the name of their town, the longest first. */
const BODIES = [
  'prefeituramunicipalde',
  'prefeiturade',
  'prefeitura',
  'camaramunicipalde',
  'camaramunicipal',
  'camarade',
  'camara',
  'municipiode',
  'municipio',
  'freguesiade',
  'freguesia',
  'visit',
  'saae',
  'pm',
  'cm',
  'jf',
];
const BRAZILIAN_BODY = /(?:^|\.)([a-z0-9-]+)\.([a-z]{2})\.(?:gov|leg|jus|mp|tc)\.br$/;
const ANY_BODY = /(?:^|\.)([a-z0-9-]+)\.(?:(?:com|org|net|gov|edu)\.)?(br|pt)$/;
/** Shorter names would be found in words. */
const LEAST_NAME = 4;

const squeezed = (name: string): string => foldWords(name).replaceAll(' ', '');

const indexes = new WeakMap<Gazetteer, ReadonlyMap<string, readonly number[]>>();

function towns(gazetteer: Gazetteer): ReadonlyMap<string, readonly number[]> {
  const known = indexes.get(gazetteer);
  if (known !== undefined) return known;
  const index = new Map<string, number[]>();
  for (let id = 0; id < gazetteer.size; id++) {
    const kind = gazetteer.kindOf(id);
    const country = gazetteer.countryOf(id);
    if (kind !== 'municipality' && (kind !== 'parish' || country !== 'PT')) continue;
    const name = squeezed(gazetteer.place(id).name);
    const rows = index.get(name);
    if (rows === undefined) index.set(name, [id]);
    else rows.push(id);
  }
  indexes.set(gazetteer, index);
  return index;
}

/** Row of the place; -1 when the address says none, or one of several. */
export function homeOfHost(gazetteer: Gazetteer, host: string): number {
  const lower = host.toLowerCase();
  const body = BRAZILIAN_BODY.exec(lower);
  if (body !== null) {
    const label = body[1]!.replaceAll('-', '');
    const state = body[2]!.toUpperCase();
    return only(gazetteer, named(label, true), (id) => gazetteer.place(id).state === state);
  }
  const any = ANY_BODY.exec(lower);
  if (any === null) return -1;
  const country = any[2]!.toUpperCase();
  return only(
    gazetteer,
    named(any[1]!.replaceAll('-', ''), false),
    (id) => gazetteer.countryOf(id) === country,
  );
}

/** The names that a label may have in it. */
function named(label: string, bare: boolean): string[] {
  const names = BODIES.filter((body) => label.startsWith(body)).map((body) => label.slice(body.length));
  return (bare ? [label, ...names] : names).filter((name) => name.length >= LEAST_NAME);
}

function only(gazetteer: Gazetteer, names: readonly string[], fits: (id: number) => boolean): number {
  for (const name of names) {
    const rows = (towns(gazetteer).get(name) ?? []).filter(fits);
    const municipalities = rows.filter((id) => gazetteer.kindOf(id) === 'municipality');
    const meant = municipalities.length > 0 ? municipalities : rows;
    if (meant.length === 1) return meant[0]!;
  }
  return -1;
}
