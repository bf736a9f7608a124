/**
 * The same layer in several formats, by several protocols or in several places is one, with its variants. A layer is known by its name and
 * by what is measured of it: extent, kind of geometry and number of features must not contradict each other, and something must speak for
 * it besides the name. Whoever is first (the best answer) speaks for all.
 */
import { foldWords } from '../../text/index.ts';
import type { BoundingBox } from '../box.ts';
import { fileClassOf } from '../places/index.ts';
import type { GeoDataset, GeoFile } from './record.ts';

export interface LayerVariant {
  readonly file: GeoFile;
  /** Its name there, when the file or service holds others too. */
  readonly layer: string | null;
}

export interface FoldedFile {
  readonly file: GeoFile;
  readonly variants: readonly LayerVariant[];
}

/** Files of more layers are only what they are. */
const MOST_LAYERS = 50;
/** Files of one name that are compared with the next: a name like `dados` may be that of thousands. */
const MOST_COMPARED = 64;
/** Extents may differ by so many degrees, and by this share of their size: projections and roundings differ. */
const NEAR_DEGREES = 0.002;
const NEAR_DEGREES_OF_SERVICES = 0.02;
const NEAR_SHARE = 0.005;
/** Columns that must be shared where there is no extent to speak for a layer. */
const LEAST_COLUMNS = 3;

/** Words in names that only say how a layer is written. */
const FORMAT_WORDS = new Set(
  'shp shape shapefile shapefiles kml kmz gpkg geopackage geojson json gml csv dxf gpx fgb flatgeobuf topojson parquet tif tiff geotiff zip vetor vector wms wfs'.split(
    ' ',
  ),
);

/** Names that programs give, and people who have not thought of one yet: they name nothing. */
const NO_NAME =
  /^(?:(?:new |nova )?(?:layer|camada)|document|documento|doc|folder|pasta|test|teste|data|dados|export|untitled|sem titulo|sem nome|features?|featurecollection|result|output|waypoints|tracks|routes|track points|route points|placemarks?)(?: ?\d+)?$/;

/** Files in the order of their merit; those that are another form of an earlier one stand with it. */
export function foldLayers(files: readonly GeoFile[]): FoldedFile[] {
  const folded: { file: GeoFile; variants: LayerVariant[] }[] = [];
  /** By name of layer, who has one of it, in order. */
  const named = new Map<string, (typeof folded)[number][]>();
  const candidates = (file: GeoFile): (typeof folded)[number][] => {
    const found = new Set<(typeof folded)[number]>();
    for (const name of namesIn(file)) for (const one of named.get(name) ?? []) found.add(one);
    return [...found];
  };
  for (const file of files) {
    const others = candidates(file);
    const same = others.find((one) => isSameFile(one.file, file));
    if (same !== undefined) {
      same.variants.push({ file, layer: null });
      continue;
    }
    const own = { file, variants: [] as LayerVariant[] };
    folded.push(own);
    for (const name of namesIn(file)) {
      const others = named.get(name);
      if (others === undefined) named.set(name, [own]);
      else if (others.length < MOST_COMPARED) others.push(own);
    }
    // One that holds more offers the layers of the others too, and stays what it is.
    for (const other of others) {
      offer(other, own.file);
      offer(own, other.file);
    }
  }
  return folded;
}

/** Notes that `by`, which holds more, has the one layer of a file too. */
function offer(one: { readonly file: GeoFile; readonly variants: LayerVariant[] }, by: GeoFile): void {
  if (one.file.datasets.length !== 1 || by.datasets.length < 2) return;
  const [layer] = one.file.datasets;
  const there = by.datasets.find((set) =>
    isSameLayer(layer!, namesOf(one.file, layer!), set, namesOf(by, set)),
  );
  if (there !== undefined) one.variants.push({ file: by, layer: there.layer });
}

/** Whether two files hold the same layers, each once. */
export function isSameFile(a: GeoFile, b: GeoFile): boolean {
  if (a.sha256 !== null && a.sha256 === b.sha256) return true;
  const [n, m] = [a.datasets.length, b.datasets.length];
  if (n === 0 || n !== m || n > MOST_LAYERS) return false;
  const left = new Set(b.datasets);
  for (const layer of a.datasets) {
    const names = namesOf(a, layer);
    let found: GeoDataset | null = null;
    for (const other of left)
      if (isSameLayer(layer, names, other, namesOf(b, other))) {
        found = other;
        break;
      }
    if (found === null) return false;
    left.delete(found);
  }
  return true;
}

function isSameLayer(
  a: GeoDataset,
  namesOfA: ReadonlySet<string>,
  b: GeoDataset,
  namesOfB: ReadonlySet<string>,
): boolean {
  let named = false;
  for (const name of namesOfA) named ||= namesOfB.has(name);
  if (!named) return false;
  const byService = a.kind === 'service' || b.kind === 'service';
  if (!byService && a.kind !== b.kind) return false;
  if (differ(shapeOf(a.geometryType), shapeOf(b.geometryType))) return false;
  if (differ(a.count, b.count)) return false;
  const titles = [a.title, b.title].map((title) => (title ? foldWords(title) : null));
  if (differ(titles[0]!, titles[1]!)) return false;
  if (a.box !== null && b.box !== null)
    return areNear(a.box, b.box, byService ? NEAR_DEGREES_OF_SERVICES : NEAR_DEGREES);
  // Without two extents the name alone proves nothing.
  return sharedColumns(a, b) >= LEAST_COLUMNS && (a.count !== null || titles[0] !== null);
}

/** Both are known, and are not one. */
function differ(a: string | number | null, b: string | number | null): boolean {
  return a !== null && b !== null && a !== b;
}

/** A multipolygon is a polygon to who looks for one. */
function shapeOf(type: string | null): string | null {
  const name = /point|line|polygon|curve|surface|collection/i.exec(type ?? '')?.[0]?.toLowerCase() ?? null;
  return name === 'curve' ? 'line' : name === 'surface' ? 'polygon' : name;
}

function areNear(a: BoundingBox, b: BoundingBox, degrees: number): boolean {
  const size = Math.max(a[2] - a[0], a[3] - a[1], b[2] - b[0], b[3] - b[1], 0);
  const most = degrees + NEAR_SHARE * size;
  return a.every((side, i) => Math.abs(side - b[i]!) <= most);
}

/** dBASE cuts the names of columns at ten letters. */
function sharedColumns(a: GeoDataset, b: GeoDataset): number {
  const cut = (name: string): string => name.slice(0, 10).toLowerCase();
  const other = new Set(b.columns.map(cut));
  const own = new Set(a.columns.map(cut));
  let shared = 0;
  for (const name of own) if (other.has(name)) shared++;
  return own.size === other.size && shared === own.size ? shared : 0;
}

function* namesIn(file: GeoFile): Generator<string> {
  if (file.datasets.length > MOST_LAYERS && file.discovery !== 'service') return;
  const names = new Set<string>();
  for (const set of file.datasets) for (const name of namesOf(file, set)) names.add(name);
  yield* names;
}

const known = new WeakMap<GeoDataset, ReadonlySet<string>>();

/** What a layer is called: its own name without that of its space, and of a file that holds nothing else, the name of the file. */
function namesOf(file: GeoFile, set: GeoDataset): ReadonlySet<string> {
  // A catalogue that is listed asks for the same ones again and again; a description belongs to one file.
  const before = known.get(set);
  if (before !== undefined) return before;
  const names = new Set<string>();
  const add = (text: string): void => {
    const words = fileClassOf(text).split(' ');
    const name = words.filter((word) => !FORMAT_WORDS.has(word)).join(' ');
    if (name !== '' && !NO_NAME.test(name)) names.add(name);
  };
  add(set.layer.slice(set.layer.lastIndexOf(':') + 1));
  if (file.datasets.length === 1 && file.discovery !== 'service') add(file.name);
  known.set(set, names);
  return names;
}
