/**
 * Sentence templates. `{a|b|c}` is a choice, `[slot]` a value; a slot written with a capital letter gives
 * the value with a capital letter. Choices do not nest; slots may stand inside them.
 */
import type { Random } from './random.ts';

export type Slots = Readonly<Record<string, string>>;

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Fills a template. A slot nobody gave is a mistake of the author and throws. */
export function expand(template: string, slots: Slots, random: Random, used?: Set<string>): string {
  const chosen = template.replace(/\{([^{}]*)\}/g, (_, options: string) => random.pick(options.split('|')));
  return chosen.replace(/\[([A-Za-z0-9_]+)\]/g, (_, key: string) => {
    const direct = slots[key];
    if (direct !== undefined) {
      used?.add(key);
      return direct;
    }
    const lower = key.charAt(0).toLowerCase() + key.slice(1);
    const value = slots[lower];
    if (value === undefined) throw new Error(`template without a value for [${key}]: ${template}`);
    used?.add(lower);
    return capital(value);
  });
}
