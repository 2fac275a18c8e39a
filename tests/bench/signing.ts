import { createOfficeKey } from '#server/signing/certificate.ts';
import { createPdfWork } from '#server/signing/pdf/pdf-work.ts';
import { pagesPdf } from '#tests/support/page-pdfs.ts';

const PAGES = 60;
const ROUNDS = 20;

/** Stamping and sealing a document of 60 pages, each in its own thread, and the memory of the process meanwhile. */
export async function signing(): Promise<void> {
  const work = createPdfWork();
  const bytes = Uint8Array.from(await pagesPdf('Page', PAGES));
  const key = createOfficeKey('Bench', new Date());
  const fields = Array.from({ length: PAGES }, (_, i) => ({
    page: i + 1,
    x: 72,
    y: 100,
    width: 180,
    height: 36,
    kind: 'signature' as const,
    value: { kind: 'typed' as const, text: 'Maria Lopez' },
  }));
  const times: number[] = [];
  let most = 0;
  for (let round = 0; round <= ROUNDS; round++) {
    const began = performance.now();
    await work.seal({
      bytes,
      fields,
      evidence: { title: 'Evidence', lead: '', parts: [], signedHash: '', end: '' },
      certificate: Uint8Array.from(key.certificate),
      privateKey: Uint8Array.from(key.privateKey),
      reason: 'Bench',
      office: 'Bench',
      at: Date.now(),
    });
    // The first round is a warm-up.
    if (round > 0) times.push(performance.now() - began);
    most = Math.max(most, process.memoryUsage().rss);
  }
  times.sort((a, b) => a - b);
  const ms = (share: number) => `${Math.round(times[Math.floor((times.length - 1) * share)] ?? 0)} ms`;
  process.stdout.write(
    `stamp and seal ${PAGES} pages, ${ROUNDS} times: median ${ms(0.5)}, slowest ${ms(1)}; memory of the process at most ${Math.round(most / 1024 ** 2)} MB\n`,
  );
}
