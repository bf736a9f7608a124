/** The flags of a desk, whether it stands alone or in a server. */
import type { Command } from 'commander';
import { parseDuration } from '../../app/input/quantity.ts';
import { TarrafaError } from '../../errors.ts';
import { DESK_WORDS } from '../../words/desk.ts';
import type { Language } from '../../words/index.ts';
import { reason } from '../../words/why.ts';

export function withDeskFlags(command: Command, language: Language): Command {
  const m = DESK_WORDS[language];
  return command.option('--out <folder>', m.out, 'tarrafa-desk').option('--item-time <duration>', m.itemTime);
}

export function itemTimeIn({ itemTime }: { readonly itemTime?: string }): number | undefined {
  if (itemTime === undefined) return undefined;
  const duration = parseDuration(itemTime);
  if (duration === null || duration <= 0)
    throw new TarrafaError('TRF_CONFIG_INVALID', [
      '--item-time',
      reason('not-a-duration', { value: JSON.stringify(itemTime) }),
    ]);
  return duration;
}
