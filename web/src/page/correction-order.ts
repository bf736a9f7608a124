/** What a person says of a page, as it is sent: all of it, with the version that they saw. */
import type { CorrectionOrder, KeptCorrection } from '../api/shapes.ts';

/** What was said before, to be sent again with a change. */
export function saidBefore(correction: KeptCorrection | null, by: string): CorrectionOrder {
  if (correction === null) return { version: 0, by };
  const { title, published, type, places, blocks } = correction.value;
  return {
    version: correction.version,
    by,
    ...(title === undefined ? {} : { title }),
    ...(published === undefined ? {} : { published }),
    ...(type === undefined ? {} : { type }),
    ...(places === undefined
      ? {}
      : { places: places.map(({ mention, place }) => ({ mention, place: place?.key ?? null })) }),
    ...(blocks === undefined ? {} : { blocks }),
  };
}

export function withBlock(
  correction: KeptCorrection | null,
  text: string,
  content: boolean,
  by: string,
): CorrectionOrder {
  const order = saidBefore(correction, by);
  const others = (order.blocks ?? []).filter((block) => block.text !== text);
  return { ...order, blocks: [...others, { text, content }] };
}

/** What stands in the form. */
export interface CorrectionFields {
  readonly title: string;
  /** `YYYY-MM-DD`; '' for none. */
  readonly date: string;
  readonly type: string;
  readonly places: readonly { readonly mention: string; readonly place: string }[];
}

/** Only what differs from what the computer says is a correction. Null: nothing is. */
export function orderOf(
  fields: CorrectionFields,
  computed: { readonly title: string; readonly date: string; readonly type: string },
  before: CorrectionOrder,
): CorrectionOrder | null {
  const { version, by, blocks } = before;
  const title = fields.title.trim();
  const places = fields.places
    .map(({ mention, place }) => ({ mention: mention.trim(), place: place.trim() || null }))
    .filter(({ mention }) => mention !== '');
  const order: CorrectionOrder = {
    version,
    ...(by === undefined ? {} : { by }),
    ...(title === '' || title === computed.title ? {} : { title }),
    ...(fields.date === computed.date ? {} : { published: fields.date === '' ? null : fields.date }),
    ...(fields.type === computed.type ? {} : { type: fields.type }),
    ...(places.length === 0 ? {} : { places }),
    ...(blocks === undefined ? {} : { blocks }),
  };
  const said = ['title', 'published', 'type', 'places', 'blocks'].some((name) => name in order);
  return said ? order : null;
}
