// Work that was handed in, as it is read: what was said and shown before it, and after.
import { run } from "../../data/graph/client";
import { nodes } from "../../data/graph/nodes";
import { keyOf } from "../../data/graph/keys";
import { ReviewTaskDocument, type ReviewPhotoFragment, type ReviewTaskQuery } from "./generated";

export type Task = NonNullable<ReviewTaskQuery["task"]>;

export const taskQuery = (id: string) => ({
  queryKey: keyOf("review", id),
  staleTime: 4 * 60_000, // links to photos work a little longer
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { task } = await run(ReviewTaskDocument, { id }, { signal });
    for (const photo of task ? [...beforeOf(task), ...afterOf(task)] : [])
      if (photo.mediaType === "IMAGE") new Image().src = photo.url;
    return task;
  },
});

export const completionOf = (task: Task) => nodes(task.updates).findLast((it) => it.type === "COMPLETION");
export const afterOf = (task: Task): ReviewPhotoFragment[] => {
  const completion = completionOf(task);
  return completion ? nodes(completion.media) : [];
};
export const beforeOf = (task: Task): ReviewPhotoFragment[] => [
  ...(task.complaint ? nodes(task.complaint.media) : []),
  ...nodes(task.updates)
    .filter((it) => it.id !== completionOf(task)?.id)
    .flatMap((it) => nodes(it.media)),
];
