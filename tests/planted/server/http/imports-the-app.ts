export { content } from '../../app/site/content.ts';
