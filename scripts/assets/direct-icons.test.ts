import { expect, test } from 'vitest';
import { withDirectIcons } from './direct-icons.mjs';

const modules = new Map([
  ['Eye', 'eye'],
  ['Trash2', 'trash'],
]);

test('imports each icon from its own module', () => {
  const code =
    "import {\n  Eye,\n  type LucideIcon,\n  Trash2 as Bin,\n} from 'lucide-react';\nconst a = Eye;";
  expect(withDirectIcons(code, modules)).toBe(
    "import Eye from 'lucide-react/icons/eye'; import Bin from 'lucide-react/icons/trash';\nconst a = Eye;",
  );
});

test('leaves imports of types and of other packages alone', () => {
  const code = "import type { LucideIcon } from 'lucide-react';\nimport { Eye } from './eye.ts';";
  expect(withDirectIcons(code, modules)).toBe(code);
});

test('rejects an unknown icon', () => {
  expect(() => withDirectIcons("import { Nothing } from 'lucide-react';", modules)).toThrow(
    'no icon Nothing',
  );
});
