/** `--profile` of the commands of geographic data: of today, or as in 2006. */
import { Option } from 'commander';
import type { GeoDescribeWords } from '../../words/geo-describe.ts';
import type { GeoSearchWords } from '../../words/geo-search.ts';

export function profileOption(m: GeoDescribeWords | GeoSearchWords): Option {
  return new Option('--profile <name>', m.profile).choices(['modern', 'compat']).default('modern');
}
