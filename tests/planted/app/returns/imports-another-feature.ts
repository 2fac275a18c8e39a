export { content } from '../site/content.ts';
