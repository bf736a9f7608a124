/** `--profile` of the commands of geographic data: of today, or as in 2006. */
import { Option } from 'commander';
import type { GeoDescribeWords } from '../../words/geo-describe.ts';
import type { GeoJudgeWords } from '../../words/geo-judge.ts';
import type { GeoSearchWords } from '../../words/geo-search.ts';

type ProfileWords = Pick<GeoDescribeWords | GeoJudgeWords | GeoSearchWords, 'profile'>;

export function profileOption(m: ProfileWords): Option {
  return new Option('--profile <name>', m.profile).choices(['modern', 'compat']).default('modern');
}
