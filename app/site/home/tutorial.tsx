import { Trans } from '@lingui/react/macro';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { useOffice } from '#app/shared/site-data.tsx';

const players = {
  youtube: (id: string) =>
    `https://www.youtube-nocookie.com/embed/${encodeURIComponent(id)}?autoplay=1&rel=0`,
  vimeo: (id: string) => `https://player.vimeo.com/video/${encodeURIComponent(id)}?autoplay=1&dnt=1`,
};
const names = { youtube: 'YouTube', vimeo: 'Vimeo' };

/** The video is hosted by another company, so nothing is loaded from there before the visitor asks for it. */
export function Tutorial() {
  const video = useOffice().tutorialVideo;
  const [playing, setPlaying] = useState(false);
  if (!video) return null;
  return (
    <section aria-labelledby="tutorial" className="page pb-16 lg:pb-28">
      <h2 id="tutorial" className="text-2xl">
        {video.title}
      </h2>
      <div className="mt-6 aspect-video overflow-hidden rounded-card bg-deep text-on-deep">
        {playing ? (
          <iframe
            src={players[video.provider](video.id)}
            title={video.title}
            allow="autoplay; fullscreen; picture-in-picture"
            className="size-full"
          />
        ) : (
          <button
            type="button"
            onClick={() => setPlaying(true)}
            className="flex size-full cursor-pointer flex-col items-center justify-center gap-4 -outline-offset-4"
          >
            <span className="flex size-20 items-center justify-center rounded-full bg-gold text-on-gold">
              <Play size={32} aria-hidden fill="currentColor" />
            </span>
            <span className="text-lg font-semibold">
              <Trans>Play the video</Trans>
            </span>
            <span className="text-sm text-on-deep-muted">
              <Trans>It comes from {{ site: names[video.provider] }}, which may set cookies.</Trans>
            </span>
          </button>
        )}
      </div>
    </section>
  );
}
