import { readFileSync, writeFileSync } from 'node:fs';
import type { ScenarioSource } from '../../../../src/verification/check/source.ts';
import type { Alteration } from './alterations.ts';
import type { ChangeName } from './changes.ts';

/** Which change of each field breaks a property, and where. */
export interface NoticedFields {
  /** Fields that are declared as looked at, and that no answer of the scenarios tried had. */
  readonly unheard: readonly string[];
  /** Those of which no change was noticed in any of them. */
  readonly unnoticed: readonly string[];
  /** By field: the scenario, the place among what its oracle is told, the finest change that is noticed there, and what is said of it. */
  readonly fields: Readonly<
    Record<string, readonly [scenario: number, at: number, change: ChangeName, saying: string]>
  >;
  /** Other alterations of which something else is said. */
  readonly sayings: readonly (readonly [
    scenario: number,
    at: number,
    alteration: Alteration,
    saying: string,
  ])[];
  readonly scenarios: readonly ScenarioSource[];
}

const file = new URL('noticed-fields.json', import.meta.url);

export const noticedFields = (): NoticedFields => JSON.parse(readFileSync(file, 'utf8')) as NoticedFields;

/** A line for each field and each scenario. */
export function keep({ unheard, unnoticed, fields, sayings, scenarios }: NoticedFields): void {
  const lines = (items: readonly string[]): string => items.map((item) => `\n  ${item}`).join(',');
  const named = Object.entries(fields).map(
    ([name, place]) => `${JSON.stringify(name)}: ${JSON.stringify(place)}`,
  );
  const texts = (values: readonly unknown[]): string => lines(values.map((value) => JSON.stringify(value)));
  writeFileSync(
    file,
    `{\n "unheard": [${texts(unheard)}],\n "unnoticed": [${texts(unnoticed)}],\n "fields": {${lines(named)}},\n "sayings": [${texts(sayings)}],\n "scenarios": [${texts(scenarios)}]\n}\n`,
  );
}
