/**
 * The office's colours for mail, where no style sheet of the site reaches: the same tones as the site's tokens.
 */
export const light = {
  paper: '#FBF8F2',
  surface: '#FFFFFF',
  ink: '#1B2421',
  muted: '#55625D',
  line: '#E6E0D4',
  action: '#17594A',
  onAction: '#FFFFFF',
  brand: '#0E3A30',
  accent: '#9A5426',
} as const;

export const dark: Record<keyof typeof light, string> = {
  paper: '#0D1613',
  surface: '#14211D',
  ink: '#EAF1ED',
  muted: '#A7B7B0',
  line: '#2A3B35',
  action: '#7FD1B9',
  onAction: '#0D1613',
  brand: '#EAF1ED',
  accent: '#F0B37E',
};
