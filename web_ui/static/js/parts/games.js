// Which panels a page shows depends on the game alone.
import { isGuandan } from '../core/guandan.js';
import { Claims } from './claims.js';
import { GuandanTricks, Hands } from './guandan-lists.js';
import { GuandanScore } from './guandan-score.js';
import { GuandanStage, guandanHeading, guandanSaying } from './guandan-stage.js';
import { Score } from './score.js';
import { Stage, heading, saying } from './stage.js';
import { Tricks } from './tricks.js';

const SHENGJI = { Score, Stage, Beside: Claims, Tricks, heading, saying };
const GUANDAN = { Score: GuandanScore, Stage: GuandanStage, Beside: Hands, Tricks: GuandanTricks, heading: guandanHeading, saying: guandanSaying };

export const panelsOf = (table) => (isGuandan(table) && table.guandan ? GUANDAN : SHENGJI);
