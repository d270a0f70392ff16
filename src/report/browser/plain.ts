/** The script of pages without charts: findings, comparisons and bet logs. */
import { connectThemeButton } from './theme.ts';

connectThemeButton(() => undefined);
