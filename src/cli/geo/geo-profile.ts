/** `--profile` of the commands of geographic data: of today, or as in 2006. */
import { InvalidArgumentError, Option } from 'commander';

export function profileOption(m: { readonly profile: string; readonly badProfile: string }): Option {
  return new Option('--profile <name>', m.profile).default('modern').argParser((text: string) => {
    if (text !== 'modern' && text !== 'compat') throw new InvalidArgumentError(m.badProfile);
    return text;
  });
}
