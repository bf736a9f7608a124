/** How the datasets of a file look: a thumbnail and a preview, from one reading of their shapes, within a time. Never throws. */
import type { DatasetInfo, Shape } from '../readers/dataset.ts';
import { drawThumbnail } from '../thumbnail/thumbnail.ts';
import { PREVIEW_LIMITS, PreviewLayer, previewOf } from './preview.ts';

export interface GeoLook {
  /** PNG; null when nothing could be drawn. */
  readonly thumbnail: Uint8Array | null;
  /** GeoJSON; null when nothing could be placed. */
  readonly preview: string | null;
}

export interface LookOptions {
  /** Reading shapes ends after this; what was read is shown. */
  readonly maxMs?: number;
  readonly now?: () => number;
}

/** Layers of one file that are drawn. */
const MOST_LAYERS = 12;
const EVERY = 64;

export async function lookOf(datasets: readonly DatasetInfo[], options: LookOptions = {}): Promise<GeoLook> {
  const now = options.now ?? Date.now;
  const deadline = now() + (options.maxMs ?? 10_000);
  const shown = datasets.filter((one) => one.kind !== 'table').slice(0, MOST_LAYERS);
  const pictured = shown.find((one) => one.nativeExtent !== null) ?? shown[0];
  const layers: PreviewLayer[] = [];
  let thumbnail: Uint8Array | null = null;
  for (const dataset of shown) {
    const layer = new PreviewLayer(dataset, Math.floor(PREVIEW_LIMITS.maxVertices / shown.length));
    layers.push(layer);
    const shapes = () => seen(dataset, layer, deadline, now);
    if (dataset === pictured) {
      const picture = await drawThumbnail({ ...withFrame(dataset), shapes: () => drawn(dataset, shapes) });
      if (picture.drawn) thumbnail = picture.bytes;
    } else for await (const _ of shapes());
  }
  return { thumbnail, preview: previewOf(layers) };
}

/** The shapes, as the preview sees them pass. */
async function* seen(
  dataset: DatasetInfo,
  layer: PreviewLayer,
  deadline: number,
  now: () => number,
): AsyncGenerator<Shape> {
  let count = 0;
  try {
    for await (const shape of dataset.shapes()) {
      layer.add(shape);
      yield shape;
      if (++count % EVERY === 0 && now() > deadline) {
        layer.partial = true;
        return;
      }
    }
  } catch {
    // What was read is shown.
    layer.partial = true;
  }
  // Fewer than were counted: the bytes ended, or somebody did not want to bring more.
  if (dataset.count !== null && count < 0.9 * dataset.count) layer.partial = true;
}

/** A dataset without shapes of its own is drawn as its extent. */
async function* drawn(dataset: DatasetInfo, shapes: () => AsyncGenerator<Shape>): AsyncGenerator<Shape> {
  let any = false;
  for await (const shape of shapes()) {
    any = true;
    yield shape;
  }
  const box = withFrame(dataset).nativeExtent;
  if (any || box === null) return;
  const [west, south, east, north] = box;
  yield {
    kind: 'polygon',
    coordinates: Float64Array.of(west, south, east, south, east, north, west, north, west, south),
    ends: Uint32Array.of(5),
  };
}

function withFrame(dataset: DatasetInfo): DatasetInfo {
  return dataset.nativeExtent === null && dataset.extent !== null
    ? { ...dataset, nativeExtent: dataset.extent }
    : dataset;
}
