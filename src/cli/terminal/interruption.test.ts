import { describe, expect, it } from 'vitest';
import { Interruption } from './interruption.ts';

describe('Ctrl-C', () => {
  it('lets work end, the second time gives up what is under way, and then means again what it meant', () => {
    const listeners = process.listenerCount('SIGINT');
    let told = 0;
    const interruption = new Interruption(() => told++);
    const { signal, giveUp } = interruption;
    const state = () => [told, interruption.interrupted, signal.aborted, giveUp.aborted];
    interruption.begin();
    expect(state()).toEqual([0, false, false, false]);
    process.emit('SIGINT');
    expect(state()).toEqual([1, true, true, false]);
    process.emit('SIGTERM');
    expect(state()).toEqual([2, true, true, true]);
    interruption.end();
    expect(process.listenerCount('SIGINT')).toBe(listeners);
  });
});
