/** What a preview of a record holds (GeoJSON of this server): its shapes, and what is to be said of them. */
export interface PreviewShape {
  readonly type: string;
  readonly coordinates: unknown;
}

interface Feature {
  readonly geometry: PreviewShape | null;
  readonly properties: { readonly extent?: boolean; readonly partial?: boolean } | null;
}

export interface Preview {
  readonly features: readonly Feature[];
}

/** More are not drawn as SVG. */
const MOST = 2000;

export function shapesOf(preview: Preview | null): readonly PreviewShape[] {
  return (preview?.features ?? []).flatMap(({ geometry }) => geometry ?? []).slice(0, MOST);
}

/** Whether it has only the area that is covered, and whether a part of the features is missing. */
export function restsOn({ features }: Preview): { readonly extent: boolean; readonly partial: boolean } {
  return {
    extent: features.length > 0 && features.every(({ properties }) => properties?.extent === true),
    partial: features.some(({ properties }) => properties?.partial === true),
  };
}
