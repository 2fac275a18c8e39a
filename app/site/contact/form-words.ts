export const words = {
  title: 'Write to us',
  lead: 'A person reads it, and answers by email.',
  summary: 'Please check these answers',
  carried: 'We read this with it.',
};
