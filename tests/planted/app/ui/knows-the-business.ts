export { words } from '../site/words.ts';
