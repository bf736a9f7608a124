/**
 * A layer definition of QGIS (`.qlr`): layers and where their data lies, in one file that QGIS opens by a double click or takes by being
 * dropped on it. The form is that of a project file, of which QGIS fills in whatever is not said.
 */
import { createHash } from 'node:crypto';
import { escapeXml, escapeXmlAttribute } from '../../formats/index.ts';
import type { GeoDataset, GeoFile } from '../query/record.ts';
import { type DataSource, dataSourceOf } from './data-source.ts';

export const LAYER_DEFINITION_MEDIA = 'application/x-qgis-layer-definition';

/** Layers of one file or service that are told of. */
const MOST_LAYERS = 200;

interface NamedSource {
  readonly id: string;
  readonly name: string;
  readonly data: DataSource;
  readonly dataset: GeoDataset;
}

/** Null when QGIS can open nothing of it. */
export function layerDefinition(file: GeoFile, title: string, at: string | null = null): string | null {
  const layers: NamedSource[] = file.datasets.slice(0, MOST_LAYERS).flatMap((dataset, nth) => {
    const data = dataSourceOf(file, dataset, at);
    if (data === null) return [];
    const name = dataset.title?.trim() || dataset.layer || title;
    const id = `tarrafa_${createHash('sha256')
      .update(`${at ?? file.url}\n${nth}\n${data.source}`)
      .digest('hex')
      .slice(0, 24)}`;
    return [{ id, name, data, dataset }];
  });
  if (layers.length === 0) return null;
  const tree = layers.map(treeLayer).join('');
  const group =
    layers.length === 1
      ? tree
      : `    <layer-tree-group name="${escapeXmlAttribute(title)}" checked="Qt::Checked" expanded="1">\n${tree}    </layer-tree-group>\n`;
  return `<!DOCTYPE qgis-layer-definition>
<qlr>
  <layer-tree-group name="" checked="Qt::Checked" expanded="1">
${group}  </layer-tree-group>
  <maplayers>
${layers.map(mapLayer).join('')}  </maplayers>
</qlr>
`;
}

function treeLayer({ id, name, data }: NamedSource): string {
  return `    <layer-tree-layer id="${id}" name="${escapeXmlAttribute(name)}" source="${escapeXmlAttribute(data.source)}" providerKey="${data.provider}" checked="Qt::Checked" expanded="1"/>\n`;
}

function mapLayer({ id, name, data, dataset }: NamedSource): string {
  const { provider, kind, source } = data;
  const [, code] = /^EPSG:(\d{1,9})$/.exec(dataset.crs ?? '') ?? [];
  // Tiles have a system of their own, which the service states.
  const system =
    code === undefined || dataset.format === 'wmts'
      ? ''
      : `      <srs><spatialrefsys><authid>EPSG:${code}</authid></spatialrefsys></srs>\n`;
  const about =
    dataset.abstract === null ? '' : `      <abstract>${escapeXml(dataset.abstract)}</abstract>\n`;
  return `    <maplayer type="${kind}"${kind === 'vector' ? ` geometry="${geometryOf(dataset)}"` : ''}>
      <id>${id}</id>
      <datasource>${escapeXml(source)}</datasource>
      <layername>${escapeXml(name)}</layername>
${about}${system}      <provider>${provider}</provider>
    </maplayer>
`;
}

/** What QGIS calls kinds of geometry. */
function geometryOf({ kind, geometryType }: GeoDataset): string {
  const [said] = /point|line|polygon|surface|curve/i.exec(geometryType ?? '') ?? [];
  switch (said?.toLowerCase()) {
    case 'point':
      return 'Point';
    case 'line':
    case 'curve':
      return 'Line';
    case 'polygon':
    case 'surface':
      return 'Polygon';
    default:
      return kind === 'table' ? 'No geometry' : 'Unknown';
  }
}
