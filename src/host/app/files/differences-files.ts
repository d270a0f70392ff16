/** The files of a comparison beside its JSON result: a page, two tables and a JUnit file. */
import { disarmed } from '../../../core/base/plain-text.ts';
import { differencesCsv, groupsCsv } from '../../../report/differences/csv.ts';
import { differencesHtml } from '../../../report/differences/html.ts';
import { differencesJunit } from '../../../report/differences/junit.ts';
import type { DifferencesView } from '../../../report/differences/view.ts';
import { pageScript } from '../../serve/page-script.ts';

/** File names with their texts; the page is named after the command. */
export const differencesFiles = (view: DifferencesView): [name: string, text: string][] => [
  [`${view.command}.html`, disarmed(differencesHtml(view, { script: pageScript(scriptOf(view)) }))],
  ['groups.csv', groupsCsv(view)],
  ['differences.csv', differencesCsv(view)],
  ['junit.xml', disarmed(differencesJunit(view))],
];

/** Charts need the larger script. */
const scriptOf = ({ measured }: DifferencesView) => (measured === undefined ? 'plain' : 'report');
