/** What names a load in OpenTelemetry: the same for its metrics and its spans. */
import { resourceFromAttributes, type Resource } from '@opentelemetry/resources';
import type { LoadCall } from '../../../live/load/load-call.ts';

/** The resource of all processes of one load. */
export const loadResource = ({ scenario, target, namespace }: LoadCall): Resource =>
  resourceFromAttributes({
    'service.name': 'orrery-load',
    'service.instance.id': namespace,
    'orrery.scenario': scenario.name,
    'orrery.target': target.name,
  });
