/** How long a record is. */
import * as add from './add.ts';
import * as again from './again.ts';
import * as bind from './bind.ts';
import * as complete from './complete.ts';
import * as delay from './delay.ts';
import * as drop from './drop.ts';
import { KIND, kindOf } from './kind.ts';
import * as lease from './lease.ts';
import * as pass from './pass.ts';
import * as policy from './policy.ts';
import * as putBack from './put-back.ts';
import * as queue from './queue.ts';
import * as rest from './rest.ts';
import * as retire from './retire.ts';
import * as retry from './retry.ts';
import * as tally from './tally.ts';

/** Length of the record that starts here, in bytes; 0 when no record starts like this. */
export function recordLength(words: Int32Array, at: number): number {
  switch (kindOf(words, at)) {
    case KIND.add:
      return add.length(words, at);
    case KIND.queue:
      return queue.length(words, at);
    case KIND.lease:
      return lease.BYTES;
    case KIND.complete:
      return complete.length(words, at);
    case KIND.putBack:
      return putBack.BYTES;
    case KIND.retry:
      return retry.BYTES;
    case KIND.again:
      return again.BYTES;
    case KIND.delay:
      return delay.BYTES;
    case KIND.rest:
      return rest.BYTES;
    case KIND.retire:
      return retire.length(words, at);
    case KIND.bind:
      return bind.BYTES;
    case KIND.drop:
      return drop.BYTES;
    case KIND.tally:
      return tally.BYTES;
    case KIND.pass:
      return pass.BYTES;
    case KIND.policy:
      return policy.BYTES;
    default:
      return 0;
  }
}
