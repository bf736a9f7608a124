/** `--profile` of the commands of geographic data: of today, or as in 2006. */
import { InvalidArgumentError, Option } from 'commander';

/** What is said of it, by the words of the command. */
interface ProfileWords {
  readonly profile: string;
  readonly badProfile: string;
}

export function profileOption(m: ProfileWords): Option {
  return new Option('--profile <name>', m.profile).default('modern').argParser((text: string) => {
    if (text !== 'modern' && text !== 'compat') throw new InvalidArgumentError(m.badProfile);
    return text;
  });
}
