// The name of this file is that of its script, which has another policy (server/site/policy.ts).
import './missing-functions.ts';
import 'pdfjs-dist/legacy/build/pdf.worker.min.mjs';
