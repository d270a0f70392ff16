/** The exact audits of all shipped games. */
import type { Profile } from '../../../src/core/base/profile.ts';
import { auditExactly, type ExactAudit } from '../../../src/verification/audit/exact-audit.ts';

export const audits: Readonly<Record<Profile, ExactAudit>> = {
  published: auditExactly('published', new Set()),
  consistent: auditExactly('consistent', new Set()),
};
