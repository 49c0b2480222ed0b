/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import java.util.Set;

/** Whether the directory is in memory of this host. */
final class FileSystemInspection implements Inspection {
    /** Their other hosts see other memory, and locks. */
    private static final Set<String> OF_NETWORKS = Set.of(
            "nfs",
            "nfs4",
            "cifs",
            "smb",
            "smb3",
            "smbfs",
            "9p",
            "afs",
            "ceph",
            "glusterfs",
            "lustre",
            "gpfs",
            "ocfs2",
            "gfs2",
            "beegfs",
            "virtiofs",
            "fuse.sshfs",
            "fuse.glusterfs",
            "fuse.s3fs",
            "fuse.ceph-fuse");

    @Override
    public String topic() {
        return "file system";
    }

    @Override
    public void inspect(Subject subject, Findings findings) {
        String type = subject.storage().type();
        String text = "type=" + type;
        String fix = "give --dir, or TAILRACE_DIR, in /dev/shm";
        if (type.isEmpty()) {
            findings.unknown(topic(), "the kind of file system can not be told: path=" + subject.directory());
        } else if (subject.isInMemory()) {
            findings.ok(topic(), text + ", in memory");
        } else if (OF_NETWORKS.contains(type)) {
            findings.crit(topic(), text + ": of a network; mapped files and locks work on one host only", fix);
        } else {
            findings.warn(topic(), text + ": not in memory; the kernel writes to it what passes", fix);
        }
    }
}
