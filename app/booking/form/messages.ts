export const saved = 'Thank you! Please select your preferred appointment time using the calendar below.';
export const notSaved = 'Failed to submit appointment request. Please try again.';
