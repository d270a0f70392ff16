/** A served world and what has been seen of it. */
import type { World } from '../../../platform/world/world.ts';
import type { Feed } from './feed.ts';

/** What the reads of the control room read. */
export interface Watched {
  readonly world: World;
  readonly feed: Feed;
}
