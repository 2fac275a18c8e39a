import { expect, test } from 'vitest';
import { withScriptsAfterPaint } from './first-paint.ts';

const page = `<html><head><link rel="stylesheet" href="/a.css"/><link rel="modulepreload" href="/a.js"/>
  <link rel="modulepreload" href="/b.js"/></head><body><p>text $&</p>
  <script>window.x = 1</script><script type="module" async="">import "/a.js";</script></body></html>`;

test('the scripts of a page wait, and are named in the one that starts them', () => {
  const html = withScriptsAfterPaint(page);
  expect(html).not.toContain('modulepreload" href');
  expect(html).not.toContain('type="module"');
  expect(html).toContain('(["/a.js","/b.js"])</script></head>');
  expect(html).toContain('<script type="text/later" async="">import "/a.js";</script>');
  expect(html).toContain('<p>text $&</p>');
  expect(html).toContain('<script>window.x = 1</script>');
});

test('a name can’t end the script', () => {
  const html = withScriptsAfterPaint(page.replace('/b.js', '/</script>.js'));
  expect(html.split('</script>').length).toBe(page.split('</script>').length + 1);
});

test('a page without scripts stays as it is', () => {
  const html = page.replace(/<script.*<\/script>/, '');
  expect(withScriptsAfterPaint(html)).toBe(html);
});
