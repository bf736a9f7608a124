/** The stories of one newspaper, newest first, each with its address and the stories it points to. */
import { addDays } from '../language/dates.ts';
import type { Spelling } from '../language/people.ts';
import type { Random } from '../language/random.ts';
import { slug } from '../language/slug.ts';
import { STORY_BANKS, type Story, story } from '../language/story.ts';

export interface Published extends Story {
  readonly path: string;
  readonly number: number;
}

export interface NewsroomOptions {
  readonly spelling: Spelling;
  readonly count: number;
  readonly newest: Date;
  readonly path: (story: Story, number: number) => string;
}

export function newsroom(random: Random, options: NewsroomOptions): Published[] {
  const topics = STORY_BANKS[options.spelling].topics;
  const out: Published[] = [];
  const headlines = new Set<string>();
  let day = options.newest;
  for (let i = 0; out.length < options.count; i++) {
    const here = random.fork('story', i);
    const made = story(here, options.spelling, day, topics[out.length % topics.length]);
    if (headlines.has(made.headline)) continue;
    headlines.add(made.headline);
    const number = 4800 - out.length;
    out.push({ ...made, number, path: options.path(made, number) });
    day = new Date(addDays(day, -here.int(1, 9)).getTime() - here.int(0, 300) * 60_000);
  }
  return out;
}

/** Other stories that a page of this one points to: same subject first. */
export function related(stories: readonly Published[], one: Published, count: number): Published[] {
  const same = stories.filter((s) => s !== one && s.topic === one.topic);
  const start = same.findIndex((s) => s.number < one.number);
  const from = Math.max(start, 0);
  return Array.from({ length: Math.min(count, same.length) }, (_, i) => same[(from + i) % same.length]!);
}

export function inPages<T>(entries: readonly T[], size: number): T[][] {
  const out: T[][] = [];
  for (let i = 0; i < entries.length; i += size) out.push(entries.slice(i, i + size));
  return out;
}

export function storySlug(one: Story): string {
  return slug(one.headline, 70);
}
