import { fleschKincaid } from 'flesch-kincaid';
import { syllable } from 'syllable';

const sentences = new Intl.Segmenter('en-US', { granularity: 'sentence' });
const words = new Intl.Segmenter('en-US', { granularity: 'word' });

/**
 * The Flesch-Kincaid grade of running text: 6 means that a sixth grader can read it. Headings, labels, prices, and other
 * blocks that don't end like a sentence are not counted, because they would make any text look easy.
 * @param {readonly string[]} blocks paragraphs and list items
 * @returns {{ grade: number, words: number, sentences: number }} the grade is NaN without a sentence
 */
export function gradeOf(blocks) {
  const count = { word: 0, sentence: 0, syllable: 0 };
  for (const block of blocks) {
    if (!/[.!?][”"’)]?$/.test(block.trim())) continue;
    for (const { segment } of sentences.segment(block)) {
      const spoken = [...words.segment(segment)].filter(({ isWordLike }) => isWordLike);
      if (spoken.length === 0) continue;
      count.sentence += 1;
      count.word += spoken.length;
      for (const { segment: word } of spoken) count.syllable += Math.max(1, syllable(word));
    }
  }
  return { grade: fleschKincaid(count), words: count.word, sentences: count.sentence };
}
