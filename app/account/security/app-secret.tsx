import { grouped } from './grouped.ts';

/** An app that is being set up. */
export interface Enrolment {
  id: string;
  /** As a data URL. */
  qrCode: string;
  secret: string;
}

/** What the app needs: as a picture for its camera, and as text. */
export function AppSecret({ enrolment: { qrCode, secret } }: { enrolment: Enrolment }) {
  return (
    <div className="mt-3 flex flex-wrap items-center gap-5">
      <img src={qrCode} alt="The QR code for your app" width={176} height={176} className="rounded-card" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="text-sm text-muted">
          On this phone, or can't scan? Type this key into the app instead:
        </p>
        <p className="figures mt-1 font-mono text-sm break-words select-all">{grouped(secret)}</p>
      </div>
    </div>
  );
}
