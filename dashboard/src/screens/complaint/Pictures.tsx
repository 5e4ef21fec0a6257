// The pictures of a complaint at full size, with what may be done to them.
import { lazy, Suspense, useState } from "react";

import { isAdmin, useViewer } from "../../data/session/viewer";
import { isOpen } from "../../lib/domain";
import type { Picture } from "../../parts/MediaViewer";
import type { Case } from "./data";
import { RemoveMedia, RemoveTool, VisibilityTool } from "./Media";

const MediaViewer = lazy(() => import("../../parts/MediaViewer").then((it) => ({ default: it.MediaViewer })));

export interface Shown {
  all: Picture[];
  at: string;
}

export function Pictures({ complaint, shown, onClose }: { complaint: Case; shown?: Shown; onClose: () => void }) {
  const viewer = useViewer();
  const admin = isAdmin(viewer);
  const [removing, setRemoving] = useState<Picture>();
  const mayRemove = (picture: Picture): boolean =>
    admin || (isOpen(complaint.status) && picture.uploadedBy?.id === viewer?.id);
  return (
    <>
      {shown && (
        <Suspense>
          <MediaViewer
            pictures={shown.all}
            at={shown.at}
            onClose={onClose}
            tools={(picture) => (
              <>
                {admin && !picture.lateEvidenceId && (
                  <VisibilityTool key={picture.id} picture={picture} complaint={complaint.id} />
                )}
                {mayRemove(picture) && (
                  <RemoveTool
                    onClick={() => {
                      onClose();
                      setRemoving(picture);
                    }}
                  />
                )}
              </>
            )}
          />
        </Suspense>
      )}
      {removing && (
        <RemoveMedia picture={removing} complaint={complaint.id} admin={admin} onClose={() => setRemoving(undefined)} />
      )}
    </>
  );
}
