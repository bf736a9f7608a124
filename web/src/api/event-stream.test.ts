import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventStreamReader } from './event-stream.ts';

const STREAM = 'data: {"a":1}\n\n: still here\n\nevent: end\r\ndata: x\r\ndata: y\r\n\r\nretry: 5\n\n';
const EVENTS = [
  { event: 'message', data: '{"a":1}' },
  { event: 'end', data: 'x\ny' },
];

describe('event stream', () => {
  it('reads the same events wherever the stream is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(STREAM.length)), (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), STREAM.length];
        const reader = new EventStreamReader();
        const found = at.slice(1).flatMap((end, i) => reader.push(STREAM.slice(at[i], end)));
        expect(found).toEqual(EVENTS);
      }),
    );
  });
});
