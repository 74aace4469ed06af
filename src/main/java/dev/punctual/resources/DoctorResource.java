package dev.punctual.resources;

import dev.punctual.api.DiagnosisView;
import dev.punctual.core.Doctor;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** How Redis is set up for jobs. */
@Path("/v1/doctor")
@Produces(MediaType.APPLICATION_JSON)
public final class DoctorResource {

    private final Doctor doctor;

    DoctorResource(Doctor doctor) {
        this.doctor = doctor;
    }

    @GET
    public DiagnosisView diagnosis() {
        return DiagnosisView.of(doctor.diagnosis());
    }
}
