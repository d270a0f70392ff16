/** The determinism gate of a campaign: a second process repeats a part of it, and the digests are compared run by run. */
import type { CampaignResult, CampaignSeries } from '../../../verification/check/campaign.ts';
import { commandContext } from '../process/command-context.ts';
import { runOwnProgram, type OwnRun } from '../process/own-program.ts';
import { resultOf } from '../process/second-process.ts';

/** Set in the second process: it prints the digests of its runs and nothing else. */
const digestsVariable = 'ORRERY_DIGESTS';

/** True in a process that `SecondProcess` has started; it runs its campaign backwards and prints digests alone. */
export const isSecondCampaign = (): boolean => process.env[digestsVariable] === '1';

/** What the second process showed. Any number in `diverged` fails the check. */
export interface Twice {
  /** How many runs were repeated. */
  readonly runs: number;
  /** The numbers of those that came out differently, from 1. */
  readonly diverged: readonly number[];
  /** Processor time of the second process. */
  readonly cpuSeconds: number;
}

/** What the second process prints. */
export interface SecondCampaign {
  readonly digests: readonly string[];
  readonly cpuSeconds: number;
}

/** What is repeated: `share` is from 0 to 1. */
export interface Repeat extends CampaignSeries {
  readonly share: number;
}

/** A part of a campaign once more in another process, in reverse order, which may begin before the campaign ends. */
export class SecondProcess {
  readonly #repeat: Repeat;
  #begun:
    { readonly runs: number; readonly run: Promise<OwnRun>; readonly abort: AbortController } | undefined;

  constructor(repeat: Repeat) {
    this.#repeat = repeat;
  }

  /** Begins to repeat the share of so many runs, which the campaign is expected to make. */
  begin(runsExpected: number): void {
    const runs = Math.ceil(runsExpected * this.#repeat.share);
    if (runs === 0 || commandContext.signal.aborted) return;
    const abort = new AbortController();
    const { seed, service } = this.#repeat;
    const call = [
      'check',
      '--runs',
      String(runs),
      '--seed',
      seed,
      '--no-regressions',
      '--twice',
      '0',
      ...(service === undefined ? [] : ['--service', service]),
    ];
    const run = runOwnProgram(call, { env: { [digestsVariable]: '1' }, signal: abort.signal });
    this.#begun = { runs, run, abort };
  }

  /** Waits for a campaign; where it fails, what was begun ends too. */
  beside(campaign: Promise<CampaignResult>): Promise<CampaignResult> {
    return campaign.catch((error: unknown) => {
      this.#stop();
      throw error;
    });
  }

  #stop(): void {
    this.#begun?.abort.abort();
  }

  /**
   * Compares run by run. Of any two runs each comes before the other once: what one leaves behind for the next shows. A campaign
   * that has ended early has its own share repeated. Throws `SecondProcessFailed` where the other process ends without digests.
   */
  async compared(result: CampaignResult): Promise<Twice> {
    const none: Twice = { runs: 0, diverged: [], cpuSeconds: 0 };
    const runs = Math.ceil(result.runs * this.#repeat.share);
    if (this.#begun?.runs !== runs) {
      this.#stop();
      this.#begun = undefined;
      this.begin(result.runs);
    }
    if (this.#begun === undefined) return none;
    const second = await this.#begun.run;
    // A process that was interrupted has disagreed with nothing.
    if (commandContext.signal.aborted) return none;
    const { digests, cpuSeconds } = resultOf(second) as SecondCampaign;
    const diverged = result.digests
      .slice(0, runs)
      .flatMap((digest, index) => (digest === digests[index] ? [] : [index + 1]));
    return { runs, diverged, cpuSeconds };
  }
}
