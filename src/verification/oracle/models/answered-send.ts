/** A send that has been answered, and who may ask for it (WAL57, WAL58, gap W25). */
import type { Micros } from '../../../core/base/money.ts';
import type { OpenEnd } from '../open-ends.ts';
import { expectField, reads, type Case } from '../case.ts';
import type { AuditedExchange } from '../exchange.ts';

/** One send from its answer on. */
export interface AnsweredSend {
  readonly hash: string;
  /** The agent that sends it; undefined for a transfer from an address outside. */
  readonly sender: string | undefined;
  /** The agent that receives it, if it is one. */
  readonly receiver: string | undefined;
  readonly amount: Micros;
  /** What it costs; undefined where it is paid in another asset. */
  readonly fee: Micros | undefined;
  readonly chain: unknown;
  readonly memo: unknown;
  /** The address as the answer has it. */
  readonly to: unknown;
  readonly end: OpenEnd;
  readonly confirm: () => void;
  readonly fail: () => void;
  /** As last shown. */
  state: string;
}

/** Who has sent it and who receives it see what the sender has written; no other agent does. */
export function checkMemo(file: Case, { answer }: AuditedExchange, sent: AnsweredSend, caller: string): void {
  const isParty = sent.sender === caller || sent.receiver === caller;
  const wanted = isParty ? sent.memo : undefined;
  expectField(file, 'send-lifecycle', { name: 'memo', seen: answer['memo'], wanted });
}

/** Under one reading only its parties may ask for a send by its hash. */
export const isHiddenFrom = (file: Case, sent: AnsweredSend | undefined, caller: string): boolean =>
  reads(file, 'wallet.visibility', 'parties') && sent?.sender !== caller && sent?.receiver !== caller;
