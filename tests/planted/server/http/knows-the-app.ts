export { words } from '../../app/site/words.ts';
